package dev.tenon.fuzz;

import java.util.Locale;

/** What is fuzzed, and how many changed seeds the tests try: a few seconds' worth each. */
enum FuzzTarget {
    JSON(JsonReaderTarget::fuzzerTestOneInput, 5_000),
    READER(MessageReaderTarget::fuzzerTestOneInput, 5_000),
    CLASSIFIER(MessageClassifierTarget::fuzzerTestOneInput, 5_000),
    KERNEL(ServerTarget::fuzzerTestOneInput, 500),
    ENDPOINT(HttpEndpointTarget::fuzzerTestOneInput, 1_000),
    SSE(SseReaderTarget::fuzzerTestOneInput, 5_000),
    HEADERS(HeaderValueTarget::fuzzerTestOneInput, 5_000),
    TEMPLATE(UriTemplateTarget::fuzzerTestOneInput, 5_000);

    private final Property property;
    private final int inputs;

    FuzzTarget(Property property, int inputs) {
        this.property = property;
        this.inputs = inputs;
    }

    /** What must hold. It throws where it does not. */
    @FunctionalInterface
    interface Property {
        void holdsFor(byte[] input) throws Exception;
    }

    Property property() {
        return property;
    }

    int inputs() {
        return inputs;
    }

    /** The folder of its seeds. */
    String corpus() {
        return name().toLowerCase(Locale.ROOT);
    }
}
