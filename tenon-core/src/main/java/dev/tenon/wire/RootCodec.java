package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Root;

/** A place where a server may work. */
final class RootCodec implements Codec<Root> {
    private final MetaCodec meta;

    RootCodec(MetaCodec meta) {
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, Root it) {
        out.field("uri", it.uri()).field("name", it.name());
        meta.ofElement(out, it.meta());
    }

    @Override
    public Root read(Fields in) {
        return new Root(in.text("uri"), in.textOrNull("name"), in.meta());
    }
}
