package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.Revision;

/** What the user is asked. */
final class ElicitCodec implements Codec<Elicit> {
    private final Revision revision;
    private final FormCodec form;

    ElicitCodec(Revision revision) {
        this.revision = revision;
        this.form = new FormCodec(revision);
    }

    @Override
    public void members(JsonWriter out, Elicit it) {
        if (it instanceof ElicitForm asked) {
            if (revision.hasUrlElicitation()) {
                out.field("mode", "form");
            }
            out.field("message", asked.message());
            form.field(out, asked.requestedSchema());
        } else if (it instanceof ElicitUrl asked) {
            url(out, asked);
        }
    }

    private void url(JsonWriter out, ElicitUrl asked) {
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
    public Elicit read(Fields in) {
        String mode = in.textOrNull("mode");
        return switch (mode == null ? "form" : mode) {
            case "form" -> new ElicitForm(in.text("message"), in.object("requestedSchema"), in.meta());
            case "url" -> new ElicitUrl(in.text("message"), in.text("url"), in.textOrNull("elicitationId"), in.meta());
            default -> throw in.expected("mode", "form or url", in.any("mode"));
        };
    }
}
