"""Words made from numbers, and from nothing else. Here labels are made; nothing reads them again.

``numbers`` writes single numbers and counts, ``places`` says where something holds, ``sentences`` what came out there
and what a reader must know first. On these stand the texts of a page from top to bottom: ``overview``, ``answers``,
``agreement`` (another seed), ``methods``. ``play`` is about plain play, ``duel`` about one bot against another.
"""
