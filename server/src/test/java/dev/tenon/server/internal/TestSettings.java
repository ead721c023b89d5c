package dev.tenon.server.internal;

import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Caching;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.internal.request.ServerSettings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the settings of servers that serve all revisions. */
public final class TestSettings {
    private TestSettings() {}

    public static ServerSettings of(Limits limits) {
        return of(limits, null);
    }

    /** Returns the settings of a server that forwards requests, unless the forwarder is null. */
    public static ServerSettings of(Limits limits, @Nullable RequestForwarder forwarder) {
        return new ServerSettings(
                Implementation.of("test", "1"),
                null,
                true,
                Map.of(),
                Revision.newestFirst(),
                limits,
                StateEncryptionKeys.generate(),
                Caching.NONE,
                List.of(),
                forwarder,
                LeniencyPolicy.NONE);
    }
}
