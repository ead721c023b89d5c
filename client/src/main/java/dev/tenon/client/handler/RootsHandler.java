package dev.tenon.client.handler;

import dev.tenon.model.Root;
import java.util.List;

/** Provides the roots, within which a server may operate (client features, roots). */
@FunctionalInterface
public interface RootsHandler {
    /** Returns the current roots. Expose only what the user has allowed, as normalized {@code file://} URIs. */
    List<Root> listRoots(RequestingServer server) throws Exception;
}
