package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.Revision;

/** How far a request has come. */
final class ProgressCodec implements Codec<ProgressParams> {
    private final boolean message;

    ProgressCodec(Revision revision) {
        message = revision.hasProgressMessage();
    }

    @Override
    public void members(JsonWriter out, ProgressParams it) {
        out.field("progressToken", it.progressToken().value());
        out.field("progress", it.progress()).field("total", it.total());
        if (message) {
            out.field("message", it.message());
        }
    }

    @Override
    public ProgressParams read(Fields in) {
        return new ProgressParams(
                new ProgressToken(in.token("progressToken")),
                in.number("progress"),
                in.numberOrNull("total"),
                in.textOrNull("message"),
                in.meta());
    }
}
