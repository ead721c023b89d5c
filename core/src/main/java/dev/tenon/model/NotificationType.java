package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;

/**
 * A notification: its name and the type of its parameters. The constants are in {@link Notifications}.
 *
 * @param name the name in messages
 * @param params the type of the parameters
 */
public record NotificationType<P extends Params>(String name, Class<P> params) {
    public NotificationType {
        Preconditions.requireNotBlank("name", name);
    }

    @Override
    public String toString() {
        return name;
    }
}
