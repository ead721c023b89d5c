package dev.tenon.server.call;

import dev.tenon.model.ElicitAction;

/**
 * The user did not accept a question without which the handler cannot go on; the call ends with a result that says so.
 */
public final class InputDeclinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ElicitAction action;

    InputDeclinedException(ElicitAction action) {
        super(action == ElicitAction.DECLINE ? "The user declined." : "The user cancelled.", null, false, false);
        this.action = action;
    }

    /** What the user did instead: decline or cancel. */
    public ElicitAction action() {
        return action;
    }
}
