package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.Revision;

/** What the user is asked. */
final class ElicitCodec implements JsonObjectCodec<Elicit> {
    private final Revision revision;
    private final FormSchemaWriter form;

    ElicitCodec(Revision revision) {
        this.revision = revision;
        this.form = new FormSchemaWriter(revision);
    }

    @Override
    public void writeMembers(JsonWriter out, Elicit it) {
        if (it instanceof ElicitForm asked) {
            if (revision.hasUrlElicitation()) {
                out.field("mode", "form");
            }
            out.field("message", asked.message());
            form.writeRequestedSchema(out, asked.requestedSchema());
        } else if (it instanceof ElicitUrl asked) {
            writeUrlMode(out, asked);
        }
    }

    private void writeUrlMode(JsonWriter out, ElicitUrl asked) {
        if (!revision.hasUrlElicitation()) {
            throw new IllegalArgumentException("A client of " + revision + " cannot be sent to a URL. Ask by a form");
        }
        out.field("mode", "url").field("message", asked.message());
        if (revision.hasElicitationIds()) {
            if (asked.elicitationId() == null) {
                throw new IllegalArgumentException("In " + revision + " elicitation by URL needs an elicitationId");
            }
            out.field("elicitationId", asked.elicitationId());
        }
        out.field("url", asked.url());
    }

    @Override
    public Elicit read(JsonObjectReader in) {
        String mode = in.stringOrNull("mode");
        return switch (mode == null ? "form" : mode) {
            case "form" -> new ElicitForm(in.string("message"), in.object("requestedSchema"), in.meta());
            case "url" ->
                new ElicitUrl(in.string("message"), in.string("url"), in.stringOrNull("elicitationId"), in.meta());
            default -> throw in.typeMismatch("mode", "form or url", in.value("mode"));
        };
    }
}
