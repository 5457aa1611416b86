"""Once Upon a Castle, as reconstructed: rules, engine, records, tables and pictures."""
