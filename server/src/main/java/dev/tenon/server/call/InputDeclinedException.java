package dev.tenon.server.call;

import dev.tenon.model.ElicitAction;

/**
 * Thrown if the user did not accept an input request that the handler depends on. It ends the call with a result that
 * reports this.
 */
public final class InputDeclinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ElicitAction action;

    InputDeclinedException(ElicitAction action) {
        super(action == ElicitAction.DECLINE ? "The user declined." : "The user cancelled.", null, false, false);
        this.action = action;
    }

    /** Returns the action of the user: decline or cancel. */
    public ElicitAction action() {
        return action;
    }
}
