package dev.tenon.server.internal.request;

import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import org.jspecify.annotations.Nullable;

/** What is known of the client: by its session, or by the one request that is looked at. */
public interface ClientProfile {
    @Nullable Implementation info();

    ClientCapabilities capabilities();

    /** The lowest level of log messages that it wants, or null for none. */
    @Nullable LogLevel logLevel();
}
