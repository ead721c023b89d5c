package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;

/** Reads and writes capabilities. Members that the revision does not have are neither written nor read. */
public final class CapabilityCodecs {
    public final JsonObjectCodec<ClientCapabilities> client =
            new JsonObjectCodec<>(this::writeClient, this::readClient);
    final JsonObjectCodec<ServerCapabilities> server = new JsonObjectCodec<>(this::writeServer, this::readServer);
    private final Revision revision;

    CapabilityCodecs(Revision revision) {
        this.revision = revision;
    }

    private void writeClient(JsonWriter out, ClientCapabilities it) {
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
        writeExtensions(out, it.extensions());
    }

    private ClientCapabilities readClient(JsonObjectReader in) {
        if (in.isEmpty()) {
            return ClientCapabilities.NONE;
        }
        return new ClientCapabilities(
                in.decodeOrNull("roots", this::readRoots),
                in.decodeOrNull("sampling", this::readSampling),
                in.decodeOrNull("elicitation", this::readElicitation),
                in.objectMapOrEmpty("experimental"),
                readExtensions(in));
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

    private void writeServer(JsonWriter out, ServerCapabilities it) {
        MemberWriter.writeJsonMapIfNotEmpty(out, "experimental", it.experimental());
        MemberWriter.writeEmptyObjectIf(out, "logging", it.logging());
        MemberWriter.writeEmptyObjectIf(out, "completions", it.completions() && revision.hasCompletionsCapability());
        MemberWriter.writeObjectIfPresent(
                out, "prompts", it.prompts(), p -> MemberWriter.writeIfTrue(out, "listChanged", p.listChanged()));
        MemberWriter.writeObjectIfPresent(out, "resources", it.resources(), r -> {
            MemberWriter.writeIfTrue(out, "subscribe", r.subscribe());
            MemberWriter.writeIfTrue(out, "listChanged", r.listChanged());
        });
        MemberWriter.writeObjectIfPresent(
                out, "tools", it.tools(), t -> MemberWriter.writeIfTrue(out, "listChanged", t.listChanged()));
        writeExtensions(out, it.extensions());
    }

    private ServerCapabilities readServer(JsonObjectReader in) {
        return new ServerCapabilities(
                in.decodeOrNull("tools", t -> new ServerCapabilities.Tools(t.booleanOrFalse("listChanged"))),
                in.decodeOrNull(
                        "resources",
                        r -> new ServerCapabilities.Resources(
                                r.booleanOrFalse("subscribe"), r.booleanOrFalse("listChanged"))),
                in.decodeOrNull("prompts", p -> new ServerCapabilities.Prompts(p.booleanOrFalse("listChanged"))),
                in.objectOrNull("logging") != null,
                revision.hasCompletionsCapability() && in.objectOrNull("completions") != null,
                in.objectMapOrEmpty("experimental"),
                readExtensions(in));
    }

    private void writeExtensions(JsonWriter out, Map<String, Json> extensions) {
        if (revision.hasExtensions()) {
            MemberWriter.writeJsonMapIfNotEmpty(out, "extensions", extensions);
        }
    }

    private Map<String, Json> readExtensions(JsonObjectReader in) {
        return revision.hasExtensions() ? in.objectMapOrEmpty("extensions") : Map.of();
    }
}
