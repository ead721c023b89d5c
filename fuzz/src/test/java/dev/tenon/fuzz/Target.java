package dev.tenon.fuzz;

import java.util.Locale;

/** What is fuzzed, and how many changed seeds the tests try: a few seconds' worth each. */
enum Target {
    JSON(JsonTarget::fuzzerTestOneInput, 5_000),
    READER(ReaderTarget::fuzzerTestOneInput, 5_000),
    CLASSIFIER(ClassifierTarget::fuzzerTestOneInput, 5_000),
    KERNEL(KernelTarget::fuzzerTestOneInput, 500),
    ENDPOINT(EndpointTarget::fuzzerTestOneInput, 1_000),
    SSE(SseTarget::fuzzerTestOneInput, 5_000),
    HEADERS(HeadersTarget::fuzzerTestOneInput, 5_000),
    TEMPLATE(TemplateTarget::fuzzerTestOneInput, 5_000);

    private final Property property;
    private final int inputs;

    Target(Property property, int inputs) {
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
