package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.DiscoverResult;

/** Which revisions and features a server has. */
final class DiscoverResultCodec implements Codec<DiscoverResult> {
    private final ServerCapabilitiesCodec capabilities;

    DiscoverResultCodec(ServerCapabilitiesCodec capabilities) {
        this.capabilities = capabilities;
    }

    @Override
    public void members(JsonWriter out, DiscoverResult it) {
        Write.texts(out, "supportedVersions", it.supportedVersions());
        out.name("capabilities");
        capabilities.write(out, it.capabilities());
        out.field("instructions", it.instructions());
    }

    @Override
    public DiscoverResult read(Fields in) {
        return new DiscoverResult(
                in.texts("supportedVersions"),
                in.one("capabilities", capabilities::read),
                in.textOrNull("instructions"),
                CachingCodec.read(in),
                in.meta());
    }
}
