package dev.tenon.cli.demo;

import dev.tenon.server.feature.ResourceSpec;

/** A binary resource: the handler returns bytes, which clients receive as base64. */
final class LogoResource {
    static final String URI = "demo://logo.png";
    private static final byte[] PNG = DemoImages.createDiscPng(48, 0xB5793B);

    private LogoResource() {}

    static ResourceSpec spec() {
        return ResourceSpec.builder(URI)
                .name("logo")
                .title("Logo")
                .description("The logo of this server")
                .mimeType("image/png")
                .size(PNG.length)
                .icon(DemoImages.ICON)
                .handler((request, call) -> PNG.clone());
    }
}
