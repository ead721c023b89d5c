package dev.tenon.server.internal.request;

import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import org.jspecify.annotations.Nullable;

/** The properties of a client, from its session or from a single request. */
public interface ClientProfile {
    @Nullable Implementation info();

    ClientCapabilities capabilities();

    /** Returns the minimum level of log messages that the client wants, or null for none. */
    @Nullable LogLevel logLevel();
}
