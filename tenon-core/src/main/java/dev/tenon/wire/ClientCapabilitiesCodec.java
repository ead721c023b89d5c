package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Revision;
import java.util.Map;

/** What a client can. Parts that a revision does not have are neither written nor read in it. */
final class ClientCapabilitiesCodec implements Codec<ClientCapabilities> {
    private final Revision revision;

    ClientCapabilitiesCodec(Revision revision) {
        this.revision = revision;
    }

    @Override
    public void members(JsonWriter out, ClientCapabilities it) {
        Write.byNameIfAny(out, "experimental", it.experimental());
        Write.object(out, "roots", it.roots(), r -> {
            Write.ifTrue(out, "listChanged", r.listChanged() && revision.hasRootsListChanged());
        });
        Write.object(out, "sampling", it.sampling(), s -> {
            Write.emptyIf(out, "context", s.context() && revision.hasSamplingTools());
            Write.emptyIf(out, "tools", s.tools() && revision.hasSamplingTools());
        });
        boolean modes = revision.hasUrlElicitation();
        ClientCapabilities.Elicitation elicitation = it.elicitation();
        Write.object(
                out, "elicitation", elicitation != null && (modes || elicitation.form()) ? elicitation : null, e -> {
                    Write.emptyIf(out, "form", e.form() && modes);
                    Write.emptyIf(out, "url", e.url() && modes);
                });
        if (revision.hasExtensions()) {
            Write.byNameIfAny(out, "extensions", it.extensions());
        }
    }

    @Override
    public ClientCapabilities read(Fields in) {
        if (in.isEmpty()) {
            return ClientCapabilities.NONE;
        }
        return new ClientCapabilities(
                in.oneOrNull("roots", this::roots),
                in.oneOrNull("sampling", this::sampling),
                in.oneOrNull("elicitation", this::elicitation),
                in.objectsByNameOrEmpty("experimental"),
                revision.hasExtensions() ? in.objectsByNameOrEmpty("extensions") : Map.of());
    }

    private ClientCapabilities.Roots roots(Fields in) {
        return new ClientCapabilities.Roots(revision.hasRootsListChanged() && in.flag("listChanged"));
    }

    private ClientCapabilities.Sampling sampling(Fields in) {
        boolean more = revision.hasSamplingTools();
        return new ClientCapabilities.Sampling(
                more && in.objectOrNull("context") != null, more && in.objectOrNull("tools") != null);
    }

    private ClientCapabilities.Elicitation elicitation(Fields in) {
        boolean modes = revision.hasUrlElicitation();
        boolean form = modes && in.objectOrNull("form") != null;
        return new ClientCapabilities.Elicitation(form, modes && in.objectOrNull("url") != null);
    }
}
