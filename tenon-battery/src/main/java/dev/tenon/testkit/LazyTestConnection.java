package dev.tenon.testkit;

import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** A door that is opened when it is needed, once. */
public final class LazyTestConnection implements AutoCloseable {
    /** Opens a door for a revision. */
    public interface ConnectionFactory {
        TestConnection open(Revision revision);
    }

    private final String name;
    private final Revision revision;
    private final ConnectionFactory opener;
    private @Nullable TestConnection door;

    /** One of that name, and how it is opened. */
    public LazyTestConnection(String name, Revision revision, ConnectionFactory opener) {
        this.name = name;
        this.revision = revision;
        this.opener = opener;
    }

    /** The door, open. */
    public TestConnection connection() {
        TestConnection open = door;
        if (open == null) {
            open = opener.open(revision);
            door = open;
        }
        return open;
    }

    @Override
    public void close() {
        if (door != null) {
            door.close();
        }
    }

    @Override
    public String toString() {
        return name + " " + revision;
    }
}
