package dev.tenon.model;

/**
 * A notification: its name and the type of its parameters. The constants are in {@link Notifications}.
 *
 * @param name the name in messages
 * @param params what is sent
 */
public record NotificationType<P extends Params>(String name, Class<P> params) {
    public NotificationType {
        Check.notBlank("name", name);
    }

    @Override
    public String toString() {
        return name;
    }
}
