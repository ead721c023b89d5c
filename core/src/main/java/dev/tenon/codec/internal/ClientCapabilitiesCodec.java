package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Revision;
import java.util.Map;

/** Reads and writes client capabilities. Members that the revision does not have are neither written nor read. */
final class ClientCapabilitiesCodec implements JsonObjectCodec<ClientCapabilities> {
    private final Revision revision;

    ClientCapabilitiesCodec(Revision revision) {
        this.revision = revision;
    }

    @Override
    public void writeMembers(JsonWriter out, ClientCapabilities it) {
        MemberWriter.writeJsonMapIfNotEmpty(out, "experimental", it.experimental());
        MemberWriter.writeObjectIfPresent(out, "roots", it.roots(), r -> {
            MemberWriter.writeIfTrue(out, "listChanged", r.listChanged() && revision.hasRootsListChanged());
        });
        MemberWriter.writeObjectIfPresent(out, "sampling", it.sampling(), s -> {
            MemberWriter.writeEmptyObjectIf(out, "context", s.context() && revision.hasSamplingTools());
            MemberWriter.writeEmptyObjectIf(out, "tools", s.tools() && revision.hasSamplingTools());
        });
        boolean modes = revision.hasUrlElicitation();
        ClientCapabilities.Elicitation elicitation = it.elicitation();
        MemberWriter.writeObjectIfPresent(
                out, "elicitation", elicitation != null && (modes || elicitation.form()) ? elicitation : null, e -> {
                    MemberWriter.writeEmptyObjectIf(out, "form", e.form() && modes);
                    MemberWriter.writeEmptyObjectIf(out, "url", e.url() && modes);
                });
        if (revision.hasExtensions()) {
            MemberWriter.writeJsonMapIfNotEmpty(out, "extensions", it.extensions());
        }
    }

    @Override
    public ClientCapabilities read(JsonObjectReader in) {
        if (in.isEmpty()) {
            return ClientCapabilities.NONE;
        }
        return new ClientCapabilities(
                in.decodeOrNull("roots", this::readRoots),
                in.decodeOrNull("sampling", this::readSampling),
                in.decodeOrNull("elicitation", this::readElicitation),
                in.objectMapOrEmpty("experimental"),
                revision.hasExtensions() ? in.objectMapOrEmpty("extensions") : Map.of());
    }

    private ClientCapabilities.Roots readRoots(JsonObjectReader in) {
        return new ClientCapabilities.Roots(revision.hasRootsListChanged() && in.booleanOrFalse("listChanged"));
    }

    private ClientCapabilities.Sampling readSampling(JsonObjectReader in) {
        boolean hasTools = revision.hasSamplingTools();
        return new ClientCapabilities.Sampling(
                hasTools && in.objectOrNull("context") != null, hasTools && in.objectOrNull("tools") != null);
    }

    private ClientCapabilities.Elicitation readElicitation(JsonObjectReader in) {
        boolean modes = revision.hasUrlElicitation();
        boolean form = modes && in.objectOrNull("form") != null;
        return new ClientCapabilities.Elicitation(form, modes && in.objectOrNull("url") != null);
    }
}
