package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;

/** Reads and writes server capabilities. Members that the revision does not have are neither written nor read. */
final class ServerCapabilitiesCodec implements JsonObjectCodec<ServerCapabilities> {
    private final Revision revision;

    ServerCapabilitiesCodec(Revision revision) {
        this.revision = revision;
    }

    @Override
    public void writeMembers(JsonWriter out, ServerCapabilities it) {
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
        if (revision.hasExtensions()) {
            MemberWriter.writeJsonMapIfNotEmpty(out, "extensions", it.extensions());
        }
    }

    @Override
    public ServerCapabilities read(JsonObjectReader in) {
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
                revision.hasExtensions() ? in.objectMapOrEmpty("extensions") : Map.of());
    }
}
