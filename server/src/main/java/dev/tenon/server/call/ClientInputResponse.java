package dev.tenon.server.call;

import dev.tenon.model.ElicitAction;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The response of the client to an input request: accepted with a value, declined, or cancelled without a decision.
 *
 * @param <T> the type of the value
 */
public final class ClientInputResponse<T> {
    private final ElicitAction action;
    private final @Nullable T value;

    private ClientInputResponse(ElicitAction action, @Nullable T value) {
        this.action = action;
        this.value = value;
    }

    /** Returns a response that accepts, with this value. */
    public static <T> ClientInputResponse<T> accepted(T value) {
        return new ClientInputResponse<>(ElicitAction.ACCEPT, Objects.requireNonNull(value));
    }

    /**
     * Returns a response without a value.
     *
     * @throws IllegalArgumentException for {@link ElicitAction#ACCEPT}
     */
    public static <T> ClientInputResponse<T> withoutValue(ElicitAction action) {
        if (action == ElicitAction.ACCEPT) {
            throw new IllegalArgumentException("A response with action ACCEPT needs a value; use accepted(value)");
        }
        return new ClientInputResponse<>(action, null);
    }

    /** Returns the action of the user. */
    public ElicitAction action() {
        return action;
    }

    /** Returns the value; empty unless the user accepted. */
    public Optional<T> value() {
        return Optional.ofNullable(value);
    }

    /** Returns whether the user accepted. */
    public boolean isAccepted() {
        return action == ElicitAction.ACCEPT;
    }

    /**
     * Returns the value, or ends the call with a result that reports that the user declined.
     *
     * @throws InputDeclinedException if the user did not accept
     */
    public T orElseThrow() {
        if (value == null) {
            throw new InputDeclinedException(action);
        }
        return value;
    }
}
