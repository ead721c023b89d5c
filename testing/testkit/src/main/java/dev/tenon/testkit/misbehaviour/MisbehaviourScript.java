package dev.tenon.testkit.misbehaviour;

import java.io.IOException;

/** Defines what a misbehaving server does on a request. Scripts are stateless. */
@FunctionalInterface
interface MisbehaviourScript {
    void run(ReceivedRequest request, MessageOutput out) throws IOException;
}
