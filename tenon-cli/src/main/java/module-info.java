/** The command {@code tenon}. */
module dev.tenon.cli {
    requires dev.tenon.client;
    requires dev.tenon.guard;
    requires dev.tenon.http.embedded;
    requires dev.tenon.oauth;
    requires info.picocli;

    opens dev.tenon.cli to
            info.picocli;
    opens dev.tenon.cli.calling to
            info.picocli;
    opens dev.tenon.cli.login to
            info.picocli;
    opens dev.tenon.cli.demo to
            tools.jackson.databind;
}
