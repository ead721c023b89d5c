package dev.tenon.testkit.misbehaviour;

import java.io.IOException;

/** What a hostile server does when it gets something. It keeps nothing in mind. */
@FunctionalInterface
interface MisbehaviourScript {
    void run(ReceivedRequest got, MessageOutput out) throws IOException;
}
