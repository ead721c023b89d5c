package dev.tenon.client.handler;

import dev.tenon.model.Root;
import java.util.List;

/** Says where a server may work (client features, roots). */
@FunctionalInterface
public interface RootsHandler {
    /** The roots as they are now. Expose only what the user has allowed, as clean {@code file://} URIs. */
    List<Root> listRoots(RequestingServer asker) throws Exception;
}
