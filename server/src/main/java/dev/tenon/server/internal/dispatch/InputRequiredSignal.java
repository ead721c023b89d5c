package dev.tenon.server.internal.dispatch;

import dev.tenon.model.InputRequest;
import java.util.Map;

/**
 * Ends a handler whose input request has to be sent to the client (2026-07-28, basic/patterns/mrtr). It is an
 * {@code Error}, so that {@code catch (Exception)} in a handler does not catch it, and has no stack trace, because it
 * is not a failure.
 */
final class InputRequiredSignal extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, InputRequest> inputRequests;

    InputRequiredSignal(Map<String, InputRequest> inputRequests) {
        super("input required", null, false, false);
        this.inputRequests = inputRequests;
    }

    Map<String, InputRequest> inputRequests() {
        return inputRequests;
    }
}
