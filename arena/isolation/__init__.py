"""How far a bot is kept from everything else.

    levels     the levels, and what each of them stops
    limits     what a bot may use, and the command that sets it
    jail       the command that builds a jail: what a bot sees there (`sights`) and which calls it may make (`seccomp`)
    jailed     a bot that runs in one
    users      a user of its own for every jailed bot, where we are root
    cgroup     a bound on the memory and the processes of a whole jail; where there is none, `memory` looks after it
    leftovers  what a killed arena left behind
    machine    what this machine offers
    probe      a program that tries to get out, `trials` of it at every level, `require` for who needs a level

Nothing is ever weakened silently: a level that this machine cannot give is refused.
"""
