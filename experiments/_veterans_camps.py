"""The veterans of the study ``hints`` who did not think of camps: their network does not know neutral workers."""

from _veterans import veterans

from arkadia_sim.games.arkadia.bots_api.kit import SIZES, data_file, look_ahead

_NETWORK = look_ahead.read_network(data_file(__file__, "_veterans_camps.npz"), SIZES)
globals().update(veterans(__file__, _NETWORK, ["without_camps"]))
