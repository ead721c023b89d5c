package dev.tenon.server.internal;

import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import java.util.Map;

/** For methods in which 2026-07-28 lets a server ask nothing (basic/patterns/mrtr, Supported Requests). */
record NoAsking(String method) implements Asking {
    @Override
    public Answers ask(Map<String, ? extends Ask<?>> asks, ActiveCall call) {
        throw new IllegalStateException("A handler of " + method
                + " cannot ask: only tools/call, prompts/get and resources/read may (2026-07-28, basic/patterns/mrtr)");
    }
}
