"""The words of codes: short, English, easily said and distinguished.

No slip of a finger (a letter wrong, missing, added, or swapped with its neighbour) turns one word of the two lists into
another. The lists and their order are part of the protocol.
"""

from __future__ import annotations


def _words(lines: str) -> tuple[str, ...]:
    return tuple(lines.split())


ADJECTIVES = _words(
    """
    able abrupt absent active agile alert alpine amber ample ancient arctic autumn awake azure balmy bamboo basic
    birch blank bold brass brave breezy brief brisk brown bubbly busy calm candid careful casual cedar central
    charcoal cherry citrus civic classic clean cloudy cobalt cocoa coral cosmic cozy cream crisp cubic curly
    dainty damp dapper daring dazzling decent deep deft denim desert double dreamy dusty eager earnest easy
    elastic elegant emerald endless equal evening exact expert faint famous fancy fearless festive fiery final
    fizzy floral fluffy foggy fond formal fragrant fresh friendly frosty funny gallant gentle gifted ginger glad
    gleaming global golden grand green groovy happy hardy hasty hazel helpful hidden hollow honest humble hungry
    icy ideal indigo inland ivory jade jazzy jolly jovial jumbo junior kind lasting lavender lawful lazy leafy
    lemon level lilac linen little lively local lofty lucky lunar magic major marine mellow merry mighty mild mint
    misty modest mossy musical navy neat neutral nimble noble novel nutty oaken ocean olive open orange oval
    pastel patient peach peppy perfect pine placid pleasant plush polar polite popular proud purple quaint quick
    quiet radiant rapid rare rosy royal ruby rugged rustic sandy satin scarlet secret serene sharp shiny silky
    silver simple sincere sleepy smooth snappy snowy snug social soft solid sonic speedy spicy spotted spry stable
    starry steady sturdy subtle sugary summer super supple swift tangy teal tender thrifty tidy timber topaz
    tranquil trusty twilight upbeat urban useful valiant vast velvet violet vivid walnut warm watchful wealthy
    willow windy winter wise witty wooden woolly young zany zesty
"""
)
"""256 words that come first."""

NOUNS = _words(
    """
    acorn almond anchor angel antelope apron arrow artist atlas attic avocado baboon bagel baker balloon banana
    banjo barrel basket beacon beaver beetle bell bicycle bison blanket blossom boat bonfire bottle bracelet bread
    bridge bucket buffalo butter button cabin cactus camel camera candle canoe captain carpet carrot castle cello
    chair cheese chimney circle clarinet clock cobra coconut comet cookie cougar coyote cricket cube cupboard
    curtain cushion daisy diamond dingo dolphin domino donkey dragon drum duck dumpling eagle earth eclipse
    elephant elf engine envelope falcon feather fence fiddle finch flag flute forest fountain fox galaxy garden
    garlic gecko giraffe glacier glove goose gorilla grape guitar hamster harbor hawk hedgehog helmet heron hippo
    honey hornet hotel iguana insect jackal jacket jaguar jigsaw jungle kangaroo kayak kettle kiosk kite kitten
    koala lagoon lantern lemur leopard library lion lizard llama lobster locket lotus magnet magpie mammoth mango
    mantis market meadow meerkat melon mirror moon mouse muffin mushroom nectar needle noodle notebook nutmeg
    octopus onion orchard orchid ostrich otter owl oyster paddle palace panda panther papaya parade peanut pebble
    pelican pencil penguin pepper piano pickle pigeon pilot pirate pizza planet pony popcorn potato pretzel
    pumpkin puppet puzzle python quail rabbit raccoon radio raft rainbow raven ribbon river robin robot salad
    salmon sandal saturn scarf school scooter seagull shadow sheep shovel snail spider spinach spoon squirrel
    stadium statue stork sunset swallow swan teapot temple thunder tiger toaster tomato tornado toucan tower
    tractor train trumpet tulip tuna turnip turtle umbrella unicorn valley vanilla violin volcano vulture waffle
    wagon walrus whistle wolf wombat zebra zeppelin
"""
)
"""256 words that come second."""
