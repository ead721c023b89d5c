package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.Map;

/** What a server can. Parts that a revision does not have are neither written nor read in it. */
final class ServerCapabilitiesCodec implements Codec<ServerCapabilities> {
    private final Revision revision;

    ServerCapabilitiesCodec(Revision revision) {
        this.revision = revision;
    }

    @Override
    public void members(JsonWriter out, ServerCapabilities it) {
        Write.byNameIfAny(out, "experimental", it.experimental());
        Write.emptyIf(out, "logging", it.logging());
        Write.emptyIf(out, "completions", it.completions() && revision.hasCompletionsCapability());
        Write.object(out, "prompts", it.prompts(), p -> Write.ifTrue(out, "listChanged", p.listChanged()));
        Write.object(out, "resources", it.resources(), r -> {
            Write.ifTrue(out, "subscribe", r.subscribe());
            Write.ifTrue(out, "listChanged", r.listChanged());
        });
        Write.object(out, "tools", it.tools(), t -> Write.ifTrue(out, "listChanged", t.listChanged()));
        if (revision.hasExtensions()) {
            Write.byNameIfAny(out, "extensions", it.extensions());
        }
    }

    @Override
    public ServerCapabilities read(Fields in) {
        return new ServerCapabilities(
                in.oneOrNull("tools", t -> new ServerCapabilities.Tools(t.flag("listChanged"))),
                in.oneOrNull(
                        "resources", r -> new ServerCapabilities.Resources(r.flag("subscribe"), r.flag("listChanged"))),
                in.oneOrNull("prompts", p -> new ServerCapabilities.Prompts(p.flag("listChanged"))),
                in.objectOrNull("logging") != null,
                revision.hasCompletionsCapability() && in.objectOrNull("completions") != null,
                in.objectsByNameOrEmpty("experimental"),
                revision.hasExtensions() ? in.objectsByNameOrEmpty("extensions") : Map.of());
    }
}
