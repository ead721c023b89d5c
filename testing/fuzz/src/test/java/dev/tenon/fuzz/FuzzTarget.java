package dev.tenon.fuzz;

import java.util.Locale;

/** The fuzz targets, and how many mutated seeds the tests try: a few seconds for each target. */
enum FuzzTarget {
    JSON(JsonReaderTarget::fuzzerTestOneInput, 5_000),
    READER(MessageReaderTarget::fuzzerTestOneInput, 5_000),
    CLASSIFIER(MessageClassifierTarget::fuzzerTestOneInput, 5_000),
    SERVER(ServerTarget::fuzzerTestOneInput, 500),
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

    /** A property that must hold for all inputs; it throws if it does not. */
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

    /** Returns the folder of the seeds. */
    String corpus() {
        return name().toLowerCase(Locale.ROOT);
    }
}
