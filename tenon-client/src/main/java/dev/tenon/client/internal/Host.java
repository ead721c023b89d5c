package dev.tenon.client.internal;

import dev.tenon.client.Approval;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.FormHandler;
import dev.tenon.client.RootsHandler;
import dev.tenon.client.SamplingHandler;
import dev.tenon.client.Trace;
import dev.tenon.client.UrlHandler;
import dev.tenon.client.WireHandler;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the program around the client gave it. What no handler was given for is not among the capabilities.
 *
 * @param revisions which revisions may be spoken
 * @param first the one to try first, or null for the newest
 * @param wire takes what the server says as it is on the wire, in place of the handlers and the listener; or null
 */
public record Host(
        Implementation implementation,
        ClientCapabilities capabilities,
        @Nullable FormHandler forms,
        @Nullable UrlHandler urls,
        @Nullable SamplingHandler sampling,
        @Nullable RootsHandler roots,
        Approval approval,
        ClientListener listener,
        @Nullable Trace trace,
        ClientLimits limits,
        Set<Revision> revisions,
        @Nullable Revision first,
        @Nullable WireHandler wire) {
    public Host {
        revisions = Set.copyOf(revisions);
    }
}
