package dev.tenon.client;

import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server said when the connection was made. It is its own word: show it, but decide nothing upon it.
 *
 * @param revision the revision that is spoken
 * @param implementation what it says it is, or null when it does not say
 * @param capabilities what it can
 * @param instructions how to use it, for a model, or null
 * @param supportedVersions all revisions that it named; only the one spoken before 2026-07-28
 */
public record ServerInfo(
        Revision revision,
        @Nullable Implementation implementation,
        ServerCapabilities capabilities,
        @Nullable String instructions,
        List<String> supportedVersions) {
    public ServerInfo {
        supportedVersions = List.copyOf(supportedVersions);
    }
}
