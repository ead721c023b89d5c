package dev.tenon.server.call;

import dev.tenon.model.ElicitAction;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the client answered: the user accepted and here is the value, or declined, or closed the question without
 * deciding.
 */
public final class ClientInputResponse<T> {
    private final ElicitAction action;
    private final @Nullable T value;

    private ClientInputResponse(ElicitAction action, @Nullable T value) {
        this.action = action;
        this.value = value;
    }

    /** An accepting answer. */
    public static <T> ClientInputResponse<T> accepted(T value) {
        return new ClientInputResponse<>(ElicitAction.ACCEPT, Objects.requireNonNull(value));
    }

    /** An answer without a value. */
    public static <T> ClientInputResponse<T> withoutValue(ElicitAction action) {
        if (action == ElicitAction.ACCEPT) {
            throw new IllegalArgumentException("An accepting answer has a value");
        }
        return new ClientInputResponse<>(action, null);
    }

    /** What the user did. */
    public ElicitAction action() {
        return action;
    }

    /** The value, when the user accepted. */
    public Optional<T> value() {
        return Optional.ofNullable(value);
    }

    /** Whether the user accepted. */
    public boolean isAccepted() {
        return action == ElicitAction.ACCEPT;
    }

    /**
     * The value, or the end of this call: its result then says that the user declined, which no handler has to spell
     * out.
     *
     * @throws InputDeclinedException when the user did not accept
     */
    public T orElseThrow() {
        if (value == null) {
            throw new InputDeclinedException(action);
        }
        return value;
    }
}
