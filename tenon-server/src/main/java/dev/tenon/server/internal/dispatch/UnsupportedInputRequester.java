package dev.tenon.server.internal.dispatch;

import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.InputRequester;
import java.util.Map;

/** For methods in which 2026-07-28 lets a server ask nothing (basic/patterns/mrtr, Supported Requests). */
record UnsupportedInputRequester(String method) implements InputRequester {
    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks, ActiveCall call) {
        throw new IllegalStateException("A handler of " + method
                + " cannot ask: only tools/call, prompts/get and resources/read may (2026-07-28, basic/patterns/mrtr)");
    }
}
