package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.InitializeResult;

/** How a server takes a session up. */
final class InitializeResultCodec implements Codec<InitializeResult> {
    private final Elements elements;

    InitializeResultCodec(Elements elements) {
        this.elements = elements;
    }

    @Override
    public void members(JsonWriter out, InitializeResult it) {
        out.field("protocolVersion", it.protocolVersion()).name("capabilities");
        elements.serverCapabilities.write(out, it.capabilities());
        out.name("serverInfo");
        elements.implementation.write(out, it.serverInfo());
        out.field("instructions", it.instructions());
    }

    @Override
    public InitializeResult read(Fields in) {
        return new InitializeResult(
                in.text("protocolVersion"),
                in.one("capabilities", elements.serverCapabilities::read),
                in.one("serverInfo", elements.implementation::read),
                in.textOrNull("instructions"),
                in.meta());
    }
}
