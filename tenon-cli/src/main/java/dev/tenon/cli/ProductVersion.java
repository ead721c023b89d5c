package dev.tenon.cli;

/** Which version of Tenon this is. */
final class ProductVersion {
    private ProductVersion() {}

    /** As the jar's manifest has it. */
    static String current() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
