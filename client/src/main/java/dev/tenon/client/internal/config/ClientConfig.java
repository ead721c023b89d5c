package dev.tenon.client.internal.config;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.MessageTracer;
import dev.tenon.client.RawHandler;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.client.handler.FormHandler;
import dev.tenon.client.handler.RootsHandler;
import dev.tenon.client.handler.SamplingHandler;
import dev.tenon.client.handler.UrlHandler;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a client. Capabilities without a handler are not declared.
 *
 * @param revisions the allowed revisions
 * @param preferredRevision the revision to try first, or null for the newest
 * @param rawHandler handles requests and notifications of the server instead of the handlers and the listener; or null
 */
public record ClientConfig(
        Implementation implementation,
        ClientCapabilities capabilities,
        @Nullable FormHandler formHandler,
        @Nullable UrlHandler urlHandler,
        @Nullable SamplingHandler samplingHandler,
        @Nullable RootsHandler rootsHandler,
        ApprovalPolicy approvalPolicy,
        ClientListener listener,
        @Nullable MessageTracer tracer,
        ClientLimits limits,
        Set<Revision> revisions,
        @Nullable Revision preferredRevision,
        @Nullable RawHandler rawHandler) {
    public ClientConfig {
        revisions = Set.copyOf(revisions);
    }
}
