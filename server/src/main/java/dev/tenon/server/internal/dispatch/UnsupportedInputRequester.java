package dev.tenon.server.internal.dispatch;

import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.InputRequester;
import java.util.Map;

/** Rejects input requests of methods that do not allow them in 2026-07-28 (basic/patterns/mrtr, Supported Requests). */
record UnsupportedInputRequester(String method) implements InputRequester {
    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests, ActiveCall call) {
        throw new IllegalStateException("A handler of " + method
                + " cannot request input: only tools/call, prompts/get and resources/read can (2026-07-28,"
                + " basic/patterns/mrtr)");
    }
}
