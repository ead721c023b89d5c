package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Annotations;
import dev.tenon.model.Revision;
import dev.tenon.model.Role;
import org.jspecify.annotations.Nullable;

/** For whom something is, and how much it matters. */
final class AnnotationsCodec implements Codec<Annotations> {
    private final boolean lastModified;

    AnnotationsCodec(Revision revision) {
        lastModified = revision.hasLastModified();
    }

    void field(JsonWriter out, @Nullable Annotations annotations) {
        if (annotations != null) {
            out.name("annotations");
            write(out, annotations);
        }
    }

    @Override
    public void members(JsonWriter out, Annotations it) {
        if (!it.audience().isEmpty()) {
            out.name("audience").array();
            it.audience().forEach(role -> out.value(role.wireName()));
            out.endArray();
        }
        out.field("priority", it.priority());
        if (lastModified) {
            out.field("lastModified", it.lastModified());
        }
    }

    @Override
    public Annotations read(Fields in) {
        return new Annotations(
                in.words("audience", Role.values(), Role::wireName),
                in.numberOrNull("priority"),
                in.textOrNull("lastModified"));
    }
}
