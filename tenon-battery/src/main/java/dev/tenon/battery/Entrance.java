package dev.tenon.battery;

import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** A door that is opened when it is needed, once. */
public final class Entrance implements AutoCloseable {
    /** Opens a door for a revision. */
    public interface Opener {
        Door open(Revision revision);
    }

    private final String name;
    private final Revision revision;
    private final Opener opener;
    private @Nullable Door door;

    /** One of that name, and how it is opened. */
    public Entrance(String name, Revision revision, Opener opener) {
        this.name = name;
        this.revision = revision;
        this.opener = opener;
    }

    /** The door, open. */
    public Door door() {
        Door open = door;
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
