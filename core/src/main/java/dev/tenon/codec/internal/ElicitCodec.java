package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.Revision;

/** Reads and writes elicitation requests. */
record ElicitCodec(Revision revision) implements JsonObjectCodec<Elicit> {

    @Override
    public void writeMembers(JsonWriter out, Elicit it) {
        if (it instanceof ElicitForm request) {
            if (revision.hasUrlElicitation()) {
                out.field("mode", "form");
            }
            out.field("message", request.message());
            FormSchemaWriter.writeRequestedSchema(out, request.requestedSchema(), revision);
        } else if (it instanceof ElicitUrl request) {
            writeUrlMode(out, request);
        }
    }

    private void writeUrlMode(JsonWriter out, ElicitUrl request) {
        if (!revision.hasUrlElicitation()) {
            throw new IllegalArgumentException("A client of " + revision + " cannot be sent to a URL. Ask by a form");
        }
        out.field("mode", "url").field("message", request.message());
        if (revision.hasElicitationIds()) {
            if (request.elicitationId() == null) {
                throw new IllegalArgumentException("In " + revision + " elicitation by URL needs an elicitationId");
            }
            out.field("elicitationId", request.elicitationId());
        }
        out.field("url", request.url());
    }

    @Override
    public Elicit read(JsonObjectReader in) {
        String mode = in.stringOrNull("mode");
        return switch (mode == null ? "form" : mode) {
            case "form" -> new ElicitForm(in.string("message"), in.object("requestedSchema"), in.meta());
            case "url" ->
                new ElicitUrl(in.string("message"), in.string("url"), in.stringOrNull("elicitationId"), in.meta());
            default -> throw in.typeMismatch("mode", "form or url");
        };
    }
}
