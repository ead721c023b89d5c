package dev.tenon.battery.hostile;

import java.io.IOException;

/** What a hostile server does when it gets something. It keeps nothing in mind. */
@FunctionalInterface
interface Script {
    void play(Got got, Out out) throws IOException;
}
