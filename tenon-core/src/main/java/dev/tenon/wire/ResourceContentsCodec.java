package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.BlobResourceContents;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.TextResourceContents;

/** What a resource holds. */
final class ResourceContentsCodec implements Codec<ResourceContents> {
    private final MetaCodec meta;

    ResourceContentsCodec(MetaCodec meta) {
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, ResourceContents it) {
        out.field("uri", it.uri()).field("mimeType", it.mimeType());
        if (it instanceof TextResourceContents text) {
            out.field("text", text.text());
        } else if (it instanceof BlobResourceContents blob) {
            out.field("blob", blob.blob());
        }
        meta.ofElement(out, it.meta());
    }

    @Override
    public ResourceContents read(Fields in) {
        String uri = in.text("uri");
        String mimeType = in.textOrNull("mimeType");
        return in.has("blob") && !in.has("text")
                ? new BlobResourceContents(uri, mimeType, in.text("blob"), in.meta())
                : new TextResourceContents(uri, mimeType, in.text("text"), in.meta());
    }
}
