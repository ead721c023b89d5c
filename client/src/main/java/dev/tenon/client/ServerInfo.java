package dev.tenon.client;

import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server stated about itself on connecting. It is not verified: show it, but do not base decisions on it.
 *
 * @param revision the negotiated revision
 * @param implementation name and version of the server, or null if it sent none
 * @param capabilities the capabilities that the server declared
 * @param instructions instructions on the use of the server, for a model, or null
 * @param supportedVersions all revisions that the server named; before 2026-07-28 only the negotiated one
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
