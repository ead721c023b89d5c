package dev.tenon.wire;

import dev.tenon.model.Methods;

/** The requests by which a server asks a client: of their own, or inside of {@code input_required}. */
final class InputCodecs {
    private InputCodecs() {}

    static Exchanges addTo(Exchanges exchanges, Elements of) {
        // Elicitation came with 2025-06-18; several SDKs declare and use it in older revisions as well.
        return exchanges
                .add(Methods.CREATE_MESSAGE, new CreateMessageCodec(of), new CreateMessageResultCodec(of))
                .add(Methods.LIST_ROOTS, SimpleParams.LIST_ROOTS, SimpleResults.listRoots(of))
                .add(Methods.ELICIT, new ElicitCodec(of.revision), new ElicitResultCodec());
    }
}
