package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client can. Parts that a revision does not have are neither written nor read in it. */
final class ClientCapabilitiesCodec implements Codec<ClientCapabilities> {
    private final Revision revision;

    ClientCapabilitiesCodec(Revision revision) {
        this.revision = revision;
    }

    @Override
    public void members(JsonWriter out, ClientCapabilities it) {
        Write.byNameIfAny(out, "experimental", it.experimental());
        ClientCapabilities.Roots roots = it.roots();
        if (roots != null) {
            out.name("roots").object();
            Write.ifTrue(out, "listChanged", roots.listChanged() && revision.hasRootsListChanged());
            out.endObject();
        }
        ClientCapabilities.Sampling sampling = it.sampling();
        if (sampling != null) {
            out.name("sampling").object();
            Write.emptyIf(out, "context", sampling.context() && revision.hasSamplingTools());
            Write.emptyIf(out, "tools", sampling.tools() && revision.hasSamplingTools());
            out.endObject();
        }
        elicitation(out, it.elicitation());
        if (revision.hasExtensions()) {
            Write.byNameIfAny(out, "extensions", it.extensions());
        }
    }

    private void elicitation(JsonWriter out, ClientCapabilities.@Nullable Elicitation it) {
        boolean modes = revision.hasUrlElicitation();
        if (it != null && (modes || it.form())) {
            out.name("elicitation").object();
            Write.emptyIf(out, "form", it.form() && modes);
            Write.emptyIf(out, "url", it.url() && modes);
            out.endObject();
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
                Settings.kept(in.objectsByNameOrEmpty("experimental")),
                revision.hasExtensions() ? Settings.kept(in.objectsByNameOrEmpty("extensions")) : Map.of());
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
