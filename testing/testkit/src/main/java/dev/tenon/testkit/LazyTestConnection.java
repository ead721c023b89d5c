package dev.tenon.testkit;

import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/** A connection that is opened on first use. */
public final class LazyTestConnection implements AutoCloseable {
    /** Opens a connection for a revision. */
    public interface ConnectionFactory {
        TestConnection open(Revision revision);
    }

    private final String name;
    private final Revision revision;
    private final ConnectionFactory factory;
    private @Nullable TestConnection connection;

    /** Creates a connection with a name for reports. */
    public LazyTestConnection(String name, Revision revision, ConnectionFactory factory) {
        this.name = name;
        this.revision = revision;
        this.factory = factory;
    }

    /** Returns the connection; the first call opens it. */
    public TestConnection connection() {
        TestConnection opened = connection;
        if (opened == null) {
            opened = factory.open(revision);
            connection = opened;
        }
        return opened;
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public String toString() {
        return name + " " + revision;
    }
}
