package dev.tenon.server.internal.dispatch;

import dev.tenon.model.InputRequest;
import java.util.Map;

/**
 * Leaves a handler whose question has to travel to the client (2026-07-28, basic/patterns/mrtr). An {@code Error}, so
 * that a handler's {@code catch (Exception)} does not swallow it; without a stack trace, since it is no failure.
 */
final class InputRequiredSignal extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, InputRequest> questions;

    InputRequiredSignal(Map<String, InputRequest> questions) {
        super("input required", null, false, false);
        this.questions = questions;
    }

    Map<String, InputRequest> inputRequests() {
        return questions;
    }
}
