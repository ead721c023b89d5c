package dev.tenon.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorStatusMapperTest {
    @ParameterizedTest
    @CsvSource({
        "-32700,400,400",
        "-32600,400,400",
        "-32601,404,200",
        "-32602,200,200",
        "-32603,200,200",
        "-32020,400,200",
        "-32021,400,200",
        "-32022,400,200",
        "-32002,200,200",
        "-32042,200,200",
        "429,429,429",
        "1,200,200"
    })
    void each_code_has_its_status(int code, int stateless, int handshake) {
        assertThat(ErrorStatusMapper.statelessStatus(code)).isEqualTo(stateless);
        assertThat(ErrorStatusMapper.handshakeStatus(code)).isEqualTo(handshake);
    }
}
