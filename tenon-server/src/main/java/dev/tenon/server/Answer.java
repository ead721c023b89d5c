package dev.tenon.server;

import dev.tenon.model.ElicitAction;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the client answered: the user accepted and here is the value, or declined, or closed the question without deciding.
 */
public final class Answer<T> {
    private final ElicitAction action;
    private final @Nullable T value;

    private Answer(ElicitAction action, @Nullable T value) {
        this.action = action;
        this.value = value;
    }

    /** An accepting answer. */
    public static <T> Answer<T> accepted(T value) {
        return new Answer<>(ElicitAction.ACCEPT, Objects.requireNonNull(value));
    }

    /** An answer without a value. */
    public static <T> Answer<T> refused(ElicitAction action) {
        if (action == ElicitAction.ACCEPT) {
            throw new IllegalArgumentException("An accepting answer has a value");
        }
        return new Answer<>(action, null);
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
     * The value, or the end of this call: its result then says that the user declined, which no handler has to spell out.
     *
     * @throws DeclinedException when the user did not accept
     */
    public T orElseDecline() {
        if (value == null) {
            throw new DeclinedException(action);
        }
        return value;
    }
}
