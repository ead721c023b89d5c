package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.InitializeParams;

/** How a client opens a session. */
final class InitializeCodec implements Codec<InitializeParams> {
    private final Elements elements;

    InitializeCodec(Elements elements) {
        this.elements = elements;
    }

    @Override
    public void members(JsonWriter out, InitializeParams it) {
        out.field("protocolVersion", it.protocolVersion()).name("capabilities");
        elements.clientCapabilities.write(out, it.capabilities());
        out.name("clientInfo");
        elements.implementation.write(out, it.clientInfo());
    }

    @Override
    public InitializeParams read(Fields in) {
        return new InitializeParams(
                in.text("protocolVersion"),
                in.one("capabilities", elements.clientCapabilities::read),
                in.one("clientInfo", elements.implementation::read),
                in.meta());
    }
}
